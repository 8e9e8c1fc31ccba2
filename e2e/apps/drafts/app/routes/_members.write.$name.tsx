import {
  Await,
  Form,
  later,
  Link,
  redirect,
  useDraft,
  useFetcher,
  useLoaderData,
  type ActionArgs,
  type LoaderArgs,
} from 'framework'
import { useState } from 'react'
import { record, userOf } from '../logins.server.ts'

export const meta = { title: 'Write' }

export function loader({ params }: LoaderArgs<'/write/:name'>) {
  return {
    name: params.name,
    stored: 'A stored text\nof two lines',
    late: later(() => new Promise<string>((resolve) => setTimeout(resolve, 50, 'A late text'))),
  }
}

export async function action({ context, params, request }: ActionArgs<'/write/:name'>) {
  const form = await request.formData()
  record(params.name, userOf(context), form)
  return form.get('kind') === 'fetched' ? null : redirect(`/sent/${params.name}`, 303)
}

export default function Write() {
  const { late, name, stored } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Write {name}</h1>
      <AllKinds name={name} stored={stored} />
      <Fetched stored={stored} />
      <Await resolve={late} fallback={<p id="waiting">Loading</p>}>
        {(text) => (
          <Form method="post" id="late">
            <input type="hidden" name="kind" value="late" />
            <input name="late" aria-label="Late" />
            <textarea name="lateStored" aria-label="Late stored" defaultValue={text} />
            <button>Send late</button>
          </Form>
        )}
      </Await>
      <Dialog />
      <Link to={`/write/${name}-next`}>Next record</Link>
    </>
  )
}

function AllKinds({ name, stored }: { name: string; stored: string }) {
  const draft = useDraft('all')
  const kept = draft?.texts.get('controlled')?.[0]

  return (
    <>
      <Form method="post" id="all">
        <input type="hidden" name="kind" value="all" />
        <input type="hidden" name="record" value={name} />
        <output id="told">
          {draft && (draft.isSent ? 'This may have been sent already.' : 'We kept what you typed.')}
        </output>
        <input name="text" aria-label="Text" />
        <input name="storedText" aria-label="Stored text" defaultValue="A stored line" />
        <input name="email" type="email" aria-label="Email" />
        <input name="tel" type="tel" aria-label="Phone" />
        <input name="url" type="url" aria-label="Link" />
        <input name="search" type="search" aria-label="Search" />
        <input name="number" type="number" aria-label="Number" />
        <input name="date" type="date" aria-label="Date" />
        <input name="time" type="time" aria-label="Time" />
        <input name="month" type="month" aria-label="Month" />
        <input name="week" type="week" aria-label="Week" />
        <input name="at" type="datetime-local" aria-label="At" />
        <input name="colour" type="color" aria-label="Colour" defaultValue="#336699" />
        <input name="range" type="range" aria-label="Range" min="0" max="10" defaultValue="5" />
        <textarea name="empty" aria-label="Empty" />
        <textarea name="stored" aria-label="Stored" defaultValue={stored} />
        <select name="one" aria-label="One" defaultValue="b">
          {['a', 'b', 'c'].map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
        <select name="many" aria-label="Many" multiple defaultValue={['a']}>
          {['a', 'b', 'c'].map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
        <input name="yes" type="checkbox" aria-label="Yes" />
        {['x', 'y', 'z'].map((value) => (
          <input
            key={value}
            name="topics"
            type="checkbox"
            value={value}
            aria-label={`Topic ${value}`}
            defaultChecked={value === 'x'}
          />
        ))}
        {['s', 'm', 'l'].map((value) => (
          <input
            key={value}
            name="size"
            type="radio"
            value={value}
            aria-label={`Size ${value}`}
            defaultChecked={value === 'm'}
          />
        ))}
        <input name="city" list="cities" aria-label="City" />
        <datalist id="cities">
          <option value="Oslo" />
        </datalist>
        <Controlled key={kept} start={kept ?? ''} />
        <input name="secret" type="password" autoComplete="new-password" aria-label="Secret" />
        <input name="quiet" autoComplete="off" aria-label="Quiet" />
        <input name="card" autoComplete="cc-number" aria-label="Card" />
        <button>Send</button>
        {draft && (
          <button type="button" onClick={draft.discard}>
            Start again
          </button>
        )}
      </Form>
      <input name="outside" form="all" aria-label="Outside" />
    </>
  )
}

function Controlled({ start }: { start: string }) {
  const [text, setText] = useState(start)
  return (
    <input
      name="controlled"
      aria-label="Controlled"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

function Fetched({ stored }: { stored: string }) {
  const fetcher = useFetcher()
  return (
    <fetcher.Form method="post" id="fetched">
      <input type="hidden" name="kind" value="fetched" />
      <input name="quick" aria-label="Quick" />
      <textarea name="quickStored" aria-label="Quick stored" defaultValue={stored} />
      <button>Send quickly</button>
      <span id="state">{fetcher.state}</span>
    </fetcher.Form>
  )
}

function Dialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button id="dialog-button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Cancel' : 'Open'}
      </button>
      {isOpen && (
        <Form method="post" id="dialog">
          <input type="hidden" name="kind" value="dialog" />
          <input name="inDialog" aria-label="In the dialog" />
          <button>Send it</button>
        </Form>
      )}
    </>
  )
}
