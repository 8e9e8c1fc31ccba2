import { Link, Session, useLoaderData, type LoaderArgs } from 'framework'

export function loader({ context }: LoaderArgs) {
  return { secret: `The secret of ${String(context.get(Session)!.get('user'))}` }
}

export default function Account() {
  return (
    <>
      <h1>Account</h1>
      <p id="secret">{useLoaderData<typeof loader>().secret}</p>
      <Link to="/account/rules">Rules</Link>
    </>
  )
}
