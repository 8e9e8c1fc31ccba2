// The process of one contestant. See compare.ts.
import { pathToFileURL } from 'node:url'
import { answer, type Cases } from './compare.ts'

const [file, caseName, name] = process.argv.slice(2) as [string, string, string]
const { cases } = (await import(pathToFileURL(file).href)) as { cases: Cases }
const contestant = await cases[caseName]![name]!()

process.on('message', async (question: Parameters<typeof answer>[1]) => {
  process.send!(await answer(contestant, question))
})
