import { createCookie } from '../../http/cookie/index.ts'
import { cors } from '../../middleware/cors/index.ts'
import { redirect } from '../../http/response/index.ts'
import { createMemorySessionStorage } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createGuardedApp, secret } from './guarded-app.fixture.ts'

// Runs in a separate process, because some modules read the environment when they are imported. Prints the results of
// the checks of an app.

console.error = console.warn = () => {}

const app = createGuardedApp()
const foreign = { Origin: 'https://evil.test' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const requests: readonly [path: string, init?: RequestInit][] = [
  ['/open/1'],
  ['/open/1', { method: 'POST', headers: foreign }],
  ['/open/1?_data=open', { method: 'POST', headers: { Origin: 'null' } }],
  ['/open/1', { method: 'PUT', headers: { 'Sec-Fetch-Site': 'cross-site' } }],
  ['/strict', { method: 'POST', headers: foreign }],
  ['/token', { method: 'POST' }],
  ['/token', { method: 'POST', headers: form, body: 'a&'.repeat(2000) }],
  ['/open/1', { method: 'POST', headers: form, body: 'a&'.repeat(2000) }],
  ['/members/list'],
  ['/members/list?_data=list'],
  ['/%61dmin/secret.txt'],
  ['/admin%2Fsecret.txt'],
  ['/broken'],
  ['/broken-page'],
  ['/broken-page?_data=broken'],
  ['/%zz'],
]

const statuses: number[] = []
const leaks: string[] = []
for (const [path, init] of requests) {
  const response = await app.handle(new Request(`https://app.test${path}`, init))
  statuses.push(response.status)
  if ((await response.text()).includes(secret)) leaks.push(path)
}
app.remove()

/** What must be refused when an app starts. */
const wrong: Readonly<Record<string, () => unknown>> = {
  'an unsigned session': () => session(createCookie('a'), createMemorySessionStorage()),
  'credentials for every visitor': () => cors({ credentials: true }),
  'an empty secret': () => createCookie('a', { secrets: [''] }),
  'a cookie attribute in another': () => createCookie('a', { path: '/; Domain=evil.test' }),
  'a redirect to a script': () => redirect('javascript:alert(1)'),
}
const constructed = Object.keys(wrong).filter((name) => {
  try {
    wrong[name]!()
    return true
  } catch {
    return false
  }
})

console.log(JSON.stringify({ statuses, leaks, constructed }))
