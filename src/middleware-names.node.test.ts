import { expect, it } from 'vitest'
import { asyncContext } from './async-context-middleware/index.ts'
import { auth, createBearerTokenAuthScheme, requireAuth } from './auth-middleware/index.ts'
import { bodyLimit } from './body-limit-middleware/index.ts'
import { cache } from './cache-middleware/index.ts'
import { compression } from './compression-middleware/index.ts'
import { createCookie } from './cookie/index.ts'
import { cop } from './cop-middleware/index.ts'
import { cors } from './cors-middleware/index.ts'
import { csrf } from './csrf-middleware/index.ts'
import { etag } from './etag-middleware/index.ts'
import { formData } from './form-data-middleware/index.ts'
import { language } from './language-middleware/index.ts'
import { logger } from './logger-middleware/index.ts'
import { methodOverride } from './method-override-middleware/index.ts'
import { once } from './once-middleware/index.ts'
import { rateLimit } from './rate-limit-middleware/index.ts'
import { requestId } from './request-id-middleware/index.ts'
import { secureHeaders } from './secure-headers-middleware/index.ts'
import { session } from './session-middleware/index.ts'
import { createMemorySessionStorage } from './session/index.ts'
import { staticFiles } from './static-middleware/index.ts'
import { createMemoryStorage } from './storage/index.ts'
import { timeout } from './timeout-middleware/index.ts'

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
