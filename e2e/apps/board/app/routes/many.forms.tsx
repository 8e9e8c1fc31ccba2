import { useFetcher, type ActionArgs, type LoaderArgs } from 'framework'
import { useEffect } from 'react'

const rows = Array.from({ length: 100 }, (_, i) => `row-${i}`)
const counts = new Map<string, number>()

export function loader({ url }: LoaderArgs) {
  return counts.get(url.searchParams.get('row') ?? '') ?? 0
}

export async function action({ request }: ActionArgs) {
  const row = String((await request.formData()).get('row'))
  counts.set(row, (counts.get(row) ?? 0) + 1)
  return { row }
}

/** A table whose rows load on their own, with a button that saves all of them. */
export default function ManyForms() {
  return (
    <>
      <h1>Many forms</h1>
      <button
        onClick={() => {
          for (const button of document.querySelectorAll<HTMLButtonElement>('.save')) button.click()
        }}
      >
        Save all
      </button>
      {rows.map((row) => (
        <Row key={row} row={row} />
      ))}
    </>
  )
}

function Row({ row }: { row: string }) {
  const count = useFetcher<number>()
  const form = useFetcher()
  const { load } = count
  useEffect(() => void load(`/many/forms?row=${row}`), [load, row])

  return (
    <form.Form method="post">
      <output className={count.state}>{count.data}</output>
      <button className="save" name="row" value={row}>
        Save {row}
      </button>
    </form.Form>
  )
}
