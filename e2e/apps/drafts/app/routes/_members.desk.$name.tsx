import {
  Await,
  Form,
  later,
  useBlocker,
  useDraft,
  useFetcher,
  useLoaderData,
  useParams,
  useSubmit,
  type ActionArgs,
  type LoaderArgs,
} from 'framework'
import { Activity, useState } from 'react'
import { gateOf, record, userOf } from '../logins.server.ts'

export const meta = { title: 'Desk' }

export function loader({ params }: LoaderArgs<'/desk/:name'>) {
  return { late: later(() => gateOf(params.name)) }
}

export async function action({ context, params, request }: ActionArgs<'/desk/:name'>) {
  record(params.name, userOf(context), await request.formData())
  return null
}

/** Small forms of unusual kinds. */
export default function Desk() {
  const { late } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Desk</h1>
      <Note />
      <SharesFetcher name="one" />
      <SharesFetcher name="two" />
      <Form method="post" id="like">
        <button name="kind" value="like">
          Like
        </button>
      </Form>
      <SavesOnChange />
      <Blocks />
      <Await resolve={late} fallback={<p id="waiting">Loading</p>}>
        {(text) => (
          <Form method="post" id="late">
            <input type="hidden" name="kind" value="late" />
            <textarea name="late" aria-label="Late" defaultValue={text} />
            <button>Send late</button>
          </Form>
        )}
      </Await>
    </>
  )
}

function Note() {
  const fetcher = useFetcher()
  const draft = useDraft('note')
  const options = import.meta.env['VITE_RELEASE'] === 'second' ? ['p'] : ['p', 'q']
  return (
    <>
      <fetcher.Form method="post" id="note">
        <input type="hidden" name="kind" value="note" />
        <output id="told">{draft && (draft.isSent ? 'Perhaps sent' : 'Kept')}</output>
        <input name="title" aria-label="Title" />
        <textarea name="body" aria-label="Body" defaultValue="A stored text" />
        <input name="number" type="number" aria-label="Number" />
        <input name="day" type="date" aria-label="Day" />
        <select name="going" aria-label="Going">
          {options.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
        <button>Send</button>
        <button formAction={`/preview/${useParams()['name']}`}>Preview</button>
        <span id="state">{fetcher.state}</span>
      </fetcher.Form>
      {['left', 'right'].map((value) => (
        <input
          key={value}
          form="note"
          name="side"
          type="radio"
          value={value}
          aria-label={`Side ${value}`}
          defaultChecked={value === 'left'}
        />
      ))}
    </>
  )
}

function SharesFetcher({ name }: { name: string }) {
  const fetcher = useFetcher({ key: 'shared' })
  return (
    <fetcher.Form method="post" id={name}>
      <input type="hidden" name="kind" value={name} />
      <input name={name} aria-label={name} />
      <button>{`Send ${name}`}</button>
    </fetcher.Form>
  )
}

function SavesOnChange() {
  const submit = useSubmit()
  const [isHidden, setHidden] = useState(false)
  return (
    <>
      <button id="hide" onClick={() => setHidden(!isHidden)}>
        {isHidden ? 'Show' : 'Hide'}
      </button>
      <Activity mode={isHidden ? 'hidden' : 'visible'}>
        <Form
          method="post"
          id="auto"
          onChange={(event) => {
            if ('saves' in window) void submit(event.currentTarget)
          }}
        >
          <input type="hidden" name="kind" value="auto" />
          <input name="auto" aria-label="Auto" />
          <input name="also" type="checkbox" aria-label="Also" />
        </Form>
      </Activity>
    </>
  )
}

function Blocks() {
  const [isAsking, setAsking] = useState(false)
  const blocker = useBlocker(isAsking)
  return (
    <>
      <button id="ask" onClick={() => setAsking(!isAsking)}>
        {isAsking ? 'Ask no more' : 'Ask before leaving'}
      </button>
      <span id="blocker">{blocker.state}</span>
      {blocker.state === 'blocked' && (
        <button id="stay" onClick={() => blocker.reset()}>
          Stay
        </button>
      )}
    </>
  )
}
