import { Form, redirect, useFields, useLoaderData, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { after } from 'framework/fetch-router'
import { Session } from 'framework/session'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { Field } from '../../components/field.tsx'
import { AddPasskey } from '../../components/passkeys.tsx'
import { SecurityAction } from '../../contracts.server.ts'
import { formatDate } from '../../format.ts'
import { routes } from '../../routes.ts'
import type { MemberArgs, MemberWriterArgs } from '../../server/context.ts'
import { Database } from '../../server/database.ts'
import { logInAgain, requireFreshLogin } from '../../server/login.ts'
import { loginLimit } from '../../server/login-limit.ts'
import { mailAddressLink } from '../../server/mailed-links.ts'
import { findPasskeys } from '../../server/passkeys.ts'
import { findIdentities, readProviderName } from '../../server/provider.ts'
import { readerOf } from '../../server/tags.ts'
import { changePassword, createToken, removeWayToLogIn } from '../../server/users.ts'

/** Whoever finds an open browser must not be able to take the account over. */
export const middleware = [requireFreshLogin, loginLimit]

export const contract = { body: SecurityAction }

export const meta: MetaFunction = () => ({ title: 'Ways to log in · Quire Books' })

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'Ways to log in', to: routes.account.security.href() }),
}

export async function loader({ context }: MemberArgs) {
  const { id, email } = context.get(Auth).identity

  return {
    email,
    passkeys: await findPasskeys(context.get(Database), id),
    provider: readProviderName() ?? null,
    identities: await findIdentities(context.get(Database), id),
    token: context.get(Session).get('token') ?? null,
  }
}

export async function action({
  input: { body },
  context,
  writes,
}: MemberWriterArgs<string, typeof contract>) {
  const session = context.get(Session)
  const db = context.get(Database)
  const { id } = context.get(Auth).identity
  const loginId = session.get('loginId')
  const remove = (way: Parameters<typeof removeWayToLogIn>[3]) =>
    removeWayToLogIn(db, id, loginId, way)

  let done: string | boolean | undefined
  if (body.intent === 'email') {
    after(context, () => mailAddressLink(db, id, loginId, body.email))
    return redirect(routes.mailSent.href(), 303)
  } else if (body.intent === 'password') {
    done = await changePassword(db, id, loginId, body.password)
    writes(readerOf(context))
  } else if (body.intent === 'remove-password') {
    done = await remove({ kind: 'password' })
  } else if (body.intent === 'remove-passkey') {
    done = await remove({ kind: 'passkey', value: body.id })
  } else if (body.intent === 'remove-provider') {
    done = await remove({ kind: 'provider', value: body.id })
  } else {
    const token = await createToken(db, id, loginId)
    session.flash('token', token)
    done = token
  }
  if (done === undefined) return logInAgain(routes.account.security.href()) // The login has ended since the request came.

  session.flash('message', done ? messages[body.intent] : lastWay)
  return redirect(routes.account.security.href(), 303)
}

const messages = {
  password: 'Your new password is set. All other browsers are logged out.',
  'remove-password': 'Your password is removed.',
  'remove-passkey': 'The passkey is removed.',
  'remove-provider': 'It is no longer connected.',
  token: 'Here is your token. It is shown only now.',
}

const lastWay = 'This stays: without it, you could not log in any more.'

export default function Security() {
  const { email, passkeys, provider, identities, token } = useLoaderData<typeof loader>()
  const password = useFields<typeof contract>({ form: 'password' })
  const address = useFields<typeof contract>({ form: 'email' })

  return (
    <>
      <h1>Ways to log in</h1>
      <h2>Email</h2>
      <Form className="panel stack" method="post" {...address.form}>
        <input {...address.fields.intent.hidden} />
        <Field
          of={address.fields.email}
          hint={`Now ${email}. The new one counts when you have opened the link that we send to it.`}
        />
        <button className="button">Change the address</button>
      </Form>
      <h2>Password</h2>
      <Form className="panel stack" method="post" {...password.form}>
        <input {...password.fields.intent.hidden} />
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Field of={password.fields.password} />
        <button className="button">Set the password</button>
      </Form>
      {passkeys.length + identities.length > 0 && (
        <Form method="post">
          <input type="hidden" name="intent" value="remove-password" />
          <button className="button quiet">Remove the password</button>
        </Form>
      )}
      <h2>Passkeys</h2>
      <p>
        With a passkey, you log in with your fingerprint, your face or the PIN of your device.
        Nobody can guess it or steal it from us.
      </p>
      <ul className="key-list">
        {passkeys.map(({ id, name, created }) => (
          <li className="panel" key={id}>
            <div>
              <strong>{name}</strong>
              <p className="hint">Since {formatDate(created)}</p>
            </div>
            <Form method="post">
              <input type="hidden" name="intent" value="remove-passkey" />
              <input type="hidden" name="id" value={id} />
              <button className="button quiet" aria-label={`Remove the passkey ${name}`}>
                Remove
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <AddPasskey />
      {provider && (
        <>
          <h2>{provider}</h2>
          <ul className="key-list">
            {identities.map(({ id }) => (
              <li className="panel" key={id}>
                <strong>You can log in with {provider}</strong>
                <Form method="post">
                  <input type="hidden" name="intent" value="remove-provider" />
                  <input type="hidden" name="id" value={id} />
                  <button className="button quiet">Disconnect</button>
                </Form>
              </li>
            ))}
          </ul>
          <form method="post" action={routes.provider.connect.href()}>
            <button className="button quiet">Connect {provider}</button>
          </form>
        </>
      )}
      <h2>API token</h2>
      <p>
        The API under <code>{routes.api.books.index.href()}</code> can be read by everyone. A token
        lets a script write, if you may.
      </p>
      {token && (
        <p className="panel">
          <code className="token">{token}</code>
        </p>
      )}
      <Form method="post">
        <input type="hidden" name="intent" value="token" />
        <button className="button quiet">Make a new token</button>
      </Form>
    </>
  )
}
