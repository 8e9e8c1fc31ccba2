import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { startApp, type RunningApp } from './setup/app-process.ts'
import { copyApp } from './setup/workspace.ts'
import { createVisitor, type Visitor } from './support/visitor.ts'

describe('framework dev, while files are edited', () => {
  const folder = (): string => join(inject('workspace'), 'edited')
  let app: RunningApp
  let visitor: Visitor

  const write = (file: string, content: string): Promise<void> =>
    writeFile(join(folder(), 'app/routes', file), content)
  const edit = async (file: string, from: string, to: string): Promise<void> => {
    const content = await readFile(join(folder(), 'app/routes', file), 'utf8')
    expect(content).toContain(from)
    await write(file, content.replaceAll(from, to))
  }

  beforeAll(async () => {
    await copyApp('page', folder())
    await write('counter.tsx', counter)
    app = await startApp(folder(), 'dev')
  })
  afterAll(() => app.stop())

  beforeEach(async () => {
    await write('counter.tsx', counter)
    visitor = await createVisitor(app.url, { served: 'dev', javaScript: true })
    await visitor.open('/counter')
    await visitor.page.click('button')
    await visitor.reads('button', 'Clicked 1 times')
  })
  afterEach(async () => {
    await visitor.context.close()
    expect(visitor.complaints).toEqual([])
  })

  it('an edited component keeps its state', async () => {
    await edit('counter.tsx', 'Clicked', 'Pressed')
    await visitor.reads('button', 'Pressed 1 times')
    await visitor.stayed()
  })

  it('an edited loader brings new data and keeps the state of the page', async () => {
    await visitor.reads('#data', 'first')
    await edit('counter.tsx', "'first'", "'second'")
    await visitor.reads('#data', 'second')
    await visitor.reads('button', 'Clicked 1 times')
    await visitor.stayed()
  })
})

const counter = `
import { useLoaderData } from 'framework'
import { useState } from 'react'

export function loader() {
  return { value: 'first' }
}

export default function Counter() {
  const { value } = useLoaderData<typeof loader>()
  const [clicks, setClicks] = useState(0)
  return (
    <>
      <p id="data">{value}</p>
      <button onClick={() => setClicks(clicks + 1)}>Clicked {clicks} times</button>
    </>
  )
}
`
