import { Link, useLoaderData, type MetaFunction } from 'framework'
import { routes } from '../routes.ts'

export const meta: MetaFunction = () => ({ title: 'Check your mail · Quire Books' })

export function loader() {
  return { isFile: !process.env['SMTP_URL'] }
}

export default function MailSent() {
  const { isFile } = useLoaderData<typeof loader>()

  return (
    <div className="page narrow">
      <h1>Check your mail</h1>
      <p className="lead">We have sent a link to your address. Open it to go on.</p>
      {isFile && (
        <p>
          This shop has no mail server yet, so the mail is a file. The terminal in which the shop
          runs shows its path.
        </p>
      )}
      <p>
        Nothing there after a few minutes? Look in the spam folder, or{' '}
        <Link to={routes.reset.index.href()}>ask for another link</Link>.
      </p>
    </div>
  )
}
