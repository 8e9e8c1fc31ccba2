import { Form, redirect, useFields, useLoaderData, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { Field } from '../../components/field.tsx'
import { SettingsAction } from '../../contracts.server.ts'
import { formatTime } from '../../format.ts'
import { routes } from '../../routes.ts'
import type { MemberArgs, MemberWriterArgs, ShopReads } from '../../server/context.ts'
import { Database } from '../../server/database.ts'
import { logInAgain } from '../../server/login.ts'
import { endLogin, endOtherLogins, findLogins } from '../../server/logins.ts'
import { nameBrowser } from '../../server/name-browser.ts'
import { readerOf } from '../../server/tags.ts'
import { renameUser, whileLoggedIn } from '../../server/users.ts'

export const contract = { body: SettingsAction }

export const meta: MetaFunction = () => ({ title: 'Settings · Quire Books' })

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'Settings', to: routes.account.settings.href() }),
}

export const reads: ShopReads = ({ context }) => [readerOf(context)]

export async function loader({ context }: MemberArgs) {
  const { id, name, email } = context.get(Auth).identity
  const current = context.get(Session).get('loginId')
  const logins = await findLogins(context.get(Database), id)

  return {
    name,
    email,
    logins: logins.map(({ agent, ...login }) => ({
      ...login,
      browser: nameBrowser(agent),
      isCurrent: login.id === current,
    })),
  }
}

export async function action({
  input,
  context,
  writes,
}: MemberWriterArgs<string, typeof contract>) {
  const session = context.get(Session)
  const db = context.get(Database)
  const { id } = context.get(Auth).identity
  const { body } = input

  const done = await whileLoggedIn(db, id, session.get('loginId'), async (db, loginId) => {
    if (body.intent === 'rename') await renameUser(db, id, body.name)
    else if (body.intent === 'end') await endLogin(db, id, body.login)
    else await endOtherLogins(db, id, loginId)
    return messages[body.intent]
  })
  if (done === undefined) return logInAgain(routes.account.settings.href()) // The login has ended since the request came.

  session.flash('message', done)
  writes(readerOf(context)) // Live pages of a browser that is logged out ask again, and are sent to the login.

  return redirect(routes.account.settings.href(), 303)
}

const messages = {
  rename: 'Saved.',
  end: 'That browser is logged out.',
  'end-others': 'All other browsers are logged out.',
}

export default function Settings() {
  const { name, email, logins } = useLoaderData<typeof loader>()
  const { form, fields } = useFields<typeof contract>({ form: 'rename', values: { name } })

  return (
    <>
      <h1>Settings</h1>
      <Form className="panel stack" method="post" {...form}>
        <input {...fields.intent.hidden} />
        <Field of={fields.name} hint={email} />
        <button className="button">Save</button>
      </Form>
      <h2>Where you are logged in</h2>
      <ul className="key-list">
        {logins.map(({ id, browser, address, started, seen, isCurrent }) => (
          <li className="panel" key={id}>
            <div>
              <strong>{browser}</strong>
              <p className="hint">
                {address && `From ${address}. `}Since {formatTime(started)}.{' '}
                {isCurrent ? 'This is the browser you use now.' : `Last seen ${formatTime(seen)}.`}
              </p>
            </div>
            {!isCurrent && (
              <Form method="post">
                <input type="hidden" name="intent" value="end" />
                <input type="hidden" name="login" value={id} />
                <button className="button quiet" aria-label={`Log out ${browser}`}>
                  Log out
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {logins.length > 1 && (
        <Form method="post">
          <input type="hidden" name="intent" value="end-others" />
          <button className="button quiet">Log out all other browsers</button>
        </Form>
      )}
    </>
  )
}
