// The process of one contestant. See compare.ts.
import { pathToFileURL } from 'node:url'
import { reply, type Cases } from './compare.ts'

const [file, caseName, name] = process.argv.slice(2) as [string, string, string]
const { cases } = (await import(pathToFileURL(file).href)) as { cases: Cases }
const contestant = await cases[caseName]![name]!()

process.on('message', async (question: Parameters<typeof reply>[1]) => {
  process.send!(await reply(contestant, question))
})
