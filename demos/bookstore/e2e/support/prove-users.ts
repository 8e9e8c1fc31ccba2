import { readMails, waitForLink } from './mailbox.ts'
import type { ProveUsers, Visitor } from 'framework/testing'

const password = 'a quiet evening'

/** Two customers for `framework prove --users`. Neither may see the order of the other. */
const users: ProveUsers = {
  ada: (visitor) => order(visitor, 'Ada', 'the-salt-ledger'),
  bob: (visitor) => order(visitor, 'Bob', 'a-key-without-a-door'),
}

export default users

/** Signs in and orders a book. */
async function order(visitor: Visitor, name: string, slug: string): Promise<void> {
  const email = `${name.toLowerCase()}@example.com`
  await signIn(visitor, name, email)
  const book = await visitor.visit(`/books/${slug}`)
  await book.submit({ 'How many': '1' }, { button: 'Add to cart' })
  const checkout = await visitor.visit('/checkout')
  const ordered = await checkout.submit(
    {
      Email: email,
      Name: name,
      'Street and number': 'Quay 1',
      Postcode: '1234',
      Town: 'Corrin',
      'I know that this is a demo: nothing is sent and nothing is charged.': true,
    },
    { button: 'Place order' },
  )
  if (!ordered.path.startsWith('/orders/')) throw new Error(`no order, but ${ordered.path}`)
}

/** Logs in, or signs up if the database has no such user yet. */
async function signIn(visitor: Visitor, name: string, email: string): Promise<void> {
  const login = await visitor.visit('/login')
  const { path } = await login.submit({ Email: email, Password: password })
  if (path === '/account') return

  const directory = process.env['DATA_DIR']!
  const known = await readMails(directory, email)
  const signup = await visitor.visit('/signup')
  await signup.submit({ Email: email })
  const link = await waitForLink(directory, email, '/welcome', known)
  await (await visitor.visit(link)).submit({ Name: name, Password: password })
}
