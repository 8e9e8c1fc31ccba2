import { expect, it } from 'vitest'
import { asyncContext } from '../middleware/async-context/index.ts'
import { auth, createBearerTokenAuthScheme, requireAuth } from '../middleware/auth/index.ts'
import { bodyLimit } from '../middleware/body-limit/index.ts'
import { cache } from '../middleware/cache/index.ts'
import { compression } from '../middleware/compression/index.ts'
import { createCookie } from '../http/cookie/index.ts'
import { cop } from '../middleware/cop/index.ts'
import { cors } from '../middleware/cors/index.ts'
import { csrf } from '../middleware/csrf/index.ts'
import { etag } from '../middleware/etag/index.ts'
import { formData } from '../middleware/form-data/index.ts'
import { language } from '../middleware/language/index.ts'
import { logger } from '../middleware/logger/index.ts'
import { methodOverride } from '../middleware/method-override/index.ts'
import { once } from '../middleware/once/index.ts'
import { rateLimit } from '../middleware/rate-limit/index.ts'
import { requestId } from '../middleware/request-id/index.ts'
import { secureHeaders } from '../middleware/secure-headers/index.ts'
import { session } from '../middleware/session/index.ts'
import { createMemorySessionStorage } from '../state/session/index.ts'
import { staticFiles } from '../middleware/static/index.ts'
import { createMemoryStorage } from '../state/storage/index.ts'
import { timeout } from '../middleware/timeout/index.ts'

// Observers, the panel of `framework dev` and stack traces show the name of the function.
it('each middleware has the name of the function that created it', () => {
  const cookie = createCookie('session', { secrets: ['a secret of the tests'] })
  const scheme = createBearerTokenAuthScheme({ verify: () => null })
  const middleware = {
    asyncContext: asyncContext(),
    auth: auth({ schemes: [scheme] }),
    requireAuth: requireAuth(),
    bodyLimit: bodyLimit(1_000),
    cache: cache({ routes: ['/'], storage: createMemoryStorage() }),
    compression: compression(),
    cop: cop(),
    cors: cors(),
    csrf: csrf(),
    etag: etag(),
    formData: formData(),
    language: language({ supported: ['en'] }),
    logger: logger(),
    methodOverride: methodOverride(),
    once: once({ visitor: () => '' }),
    rateLimit: rateLimit({ limit: 10, window: 60 }),
    requestId: requestId(),
    secureHeaders: secureHeaders(),
    session: session(cookie, createMemorySessionStorage()),
    staticFiles: staticFiles('public'),
    timeout: timeout(1_000),
  }
  const names = Object.entries(middleware).map(([name, { name: shown }]) => [name, shown])
  expect(names).toEqual(Object.keys(middleware).map((name) => [name, name]))
})
