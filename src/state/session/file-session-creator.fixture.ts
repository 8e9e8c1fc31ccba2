// Creates file sessions, some at a time, until it is told the count or killed. Prints a line for each: its id, or the
// code of the error.
import { createFileSessionStorage, createSession } from './index.ts'

const [dir = '', secret = '', atOnce = '', count = ''] = process.argv.slice(2)

const storage = createFileSessionStorage({ dir, cookie: { secrets: [secret] } })

await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    for (let n = 0; n < Number(count); n++) await create()
  }),
)

async function create(): Promise<void> {
  const session = createSession({ value: 'x'.repeat(1_000) })
  try {
    await storage.commitSession(session)
    process.stdout.write(`${session.id}\n`)
  } catch (error) {
    process.stdout.write(`${(error as NodeJS.ErrnoException).code}\n`)
  }
}
