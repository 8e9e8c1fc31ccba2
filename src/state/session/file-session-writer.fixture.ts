// Commits to one file session again and again, until it is told the count or killed. Prints a line before and after
// each commit, with the time on the clock that all processes of the machine share.
import { createFileSessionStorage } from './index.ts'

const [dir = '', cookieHeader = '', writer = '', secret = '', count = ''] = process.argv.slice(2)

const storage = createFileSessionStorage({ dir, cookie: { secrets: [secret] } })
const session = await storage.getSession(cookieHeader)

for (let n = 0; n < Number(count); n++) {
  session.set('value', `${writer}:${n}:${'x'.repeat(n % 3000)}`)
  print('begin', n)
  await storage.commitSession(session)
  if (session.destroyed) break
  print('end', n)
}

function print(what: string, n: number): void {
  process.stdout.write(`${what} ${n} ${process.hrtime.bigint()}\n`)
}
