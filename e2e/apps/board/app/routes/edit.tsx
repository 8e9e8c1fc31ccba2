import { Form, useBeforeUnload, useBlocker } from 'framework'
import { useState } from 'react'

export function action() {
  return null
}

export default function Edit() {
  const [text, setText] = useState('')
  const blocker = useBlocker(text !== '')
  useBeforeUnload(() => {
    localStorage.setItem('draft', text)
  })
  return (
    <>
      <h1>Edit</h1>
      <Form method="post" onSubmit={() => setText('')}>
        <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      </Form>
      <p id="blocker">{blocker.state}</p>
      {blocker.state === 'blocked' && (
        <>
          <button onClick={() => blocker.proceed()}>Leave</button>
          <button onClick={() => blocker.reset()}>Stay</button>
        </>
      )}
    </>
  )
}
