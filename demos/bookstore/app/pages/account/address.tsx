import { Form, json, redirect, useLoaderData, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { after } from 'framework/fetch-router'
import { Session } from 'framework/session'
import { InvalidLink } from '../../components/invalid-link.tsx'
import { routes } from '../../routes.ts'
import type { MemberArgs, MemberWriterArgs } from '../../server/context.ts'
import { Database } from '../../server/database.ts'
import { hidesItsUrl, mailAddressNotice } from '../../server/mailed-links.ts'
import { readerOf } from '../../server/tags.ts'
import { readToken } from '../../server/tokens.ts'
import { changeAddress } from '../../server/users.ts'

// The link is for one user, who has to be logged in. Otherwise a stranger could make the owner of an address confirm it for
// the stranger's account. The login need not be recent: it was when the user asked for the link, and a mail can take longer
// than five minutes.
export const middleware = [hidesItsUrl]

export const meta: MetaFunction = () => ({ title: 'Your new address · Quire Books' })

export async function loader({ input, context }: MemberArgs<typeof routes.account.address.index>) {
  const { token } = input.search
  if (token === '') return json({ isBack: true }) // The login page does not get the token.

  const owner = await readToken(context.get(Database), 'email', token)
  const isTheirs = owner?.user === context.get(Auth).identity.id

  return json({ address: isTheirs ? owner.address : undefined }, isTheirs ? 200 : 404)
}

export async function action({
  input,
  context,
  writes,
}: MemberWriterArgs<typeof routes.account.address.action>) {
  const { id, email } = context.get(Auth).identity
  const session = context.get(Session)
  const db = context.get(Database)
  const isChanged = await changeAddress(db, id, session.get('loginId'), input.search.token)
  if (isChanged) after(context, () => mailAddressNotice(email))
  writes(readerOf(context))
  const text = isChanged ? 'Your address has been changed.' : 'This link is no longer valid.'
  session.flash('message', text)

  return redirect(routes.account.settings.href(), 303)
}

export default function Address() {
  const { address, isBack } = useLoaderData<typeof loader>() as { address?: string; isBack?: true }
  if (isBack) {
    return (
      <>
        <h1>Your new address</h1>
        <p className="lead">You are logged in. Now open the link in the mail once more.</p>
      </>
    )
  }
  if (address === undefined) return <InvalidLink />

  return (
    <>
      <h1>Your new address</h1>
      <p className="lead">From now on, you log in with {address}.</p>
      <Form method="post">
        <button className="button">Use this address</button>
      </Form>
    </>
  )
}
