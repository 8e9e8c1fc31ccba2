import { expect, it } from 'vitest'
import { markElements } from './mark-sources.ts'

it('marks elements and the links and forms of the framework, and nothing else', () => {
  const code = `import { Link as To, Form } from 'framework'
import { Link } from './link.tsx'
export default function Page<T>() {
  return (
    <main id="a">
      <To to="/">Home</To> <Link to="/">Other</Link> <a.b.C /> <></>
      <Form method="post"><input {...props} /></Form>
    </main>
  )
}
`
  const mark = (at: string) => `data-framework-source={"app/page.tsx:${at}"}`
  expect(markElements(code, '/project/app/page.tsx', 'app/page.tsx')).toBe(
    code
      .replace('<main', `<main ${mark('5:5')}`)
      .replace('<To', `<To ${mark('6:7')}`)
      .replace('<Form', `<Form ${mark('7:7')}`)
      .replace('<input', `<input ${mark('7:27')}`),
  )
})
