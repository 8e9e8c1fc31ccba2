import { Form, useDraft } from 'framework'

export const meta = { title: 'Memo' }

export function action() {
  return null
}

/**
 * Chromium restores a form only if its first two fields have the names that they had when the page was left. Here they come
 * before the fields that the framework adds.
 */
export default function Memo() {
  const draft = useDraft('memo')
  return (
    <>
      <h1>Memo</h1>
      <output id="told">{draft && 'We kept what you typed.'}</output>
      <input form="memo" name="title" aria-label="Title" />
      <textarea form="memo" name="body" aria-label="Body" />
      <Form method="post" id="memo">
        <button>Send</button>
      </Form>
      <form>
        <input name="search" aria-label="Search" />
      </form>
      <input name="loose" aria-label="Loose" />
    </>
  )
}
