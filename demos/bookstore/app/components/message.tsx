import { useLocation, useRouteLoaderData } from 'framework'
import { useState } from 'react'
import type { loader } from '../root.tsx'

/** The message of the last action, until the visitor opens another page. */
export function Message() {
  const message = useRouteLoaderData<typeof loader>('root')?.message

  return (
    <div role="status" className="message-area">
      {message && <MessageText key={message.id} text={message.text} />}
    </div>
  )
}

function MessageText({ text }: { text: string }) {
  const { key } = useLocation()
  const [shownAt] = useState(key)

  return key === shownAt ? <p className="message">{text}</p> : null
}
