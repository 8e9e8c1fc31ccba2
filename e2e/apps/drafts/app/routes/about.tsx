import { Form } from 'framework'

export const meta = { title: 'About' }

/** A page for everyone, which does not tell who is signed in. */
export function headers() {
  return { 'Cache-Control': 'public, max-age=60' }
}

export function action() {
  return null
}

export default function About() {
  return (
    <>
      <h1>About</h1>
      <Form method="post">
        <input name="question" aria-label="Question" />
        <button>Ask</button>
      </Form>
    </>
  )
}
