import {
  Form,
  invalid,
  json,
  redirect,
  useDraft,
  useFields,
  useLoaderData,
  useTransition,
  type MetaFunction,
} from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import { useState } from 'react'
import type { CrumbHandle } from '../components/breadcrumbs.tsx'
import { ErrorSummary } from '../components/error-summary.tsx'
import { Field } from '../components/field.tsx'
import { Kept } from '../components/kept.tsx'
import { formatPrice, formatShipping } from '../format.ts'
import { routes } from '../routes.ts'
import { readCart, removeOrdered } from '../server/cart.ts'
import type { Args, ShopReads, WriterArgs } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { OutOfStockError, placeOrder } from '../server/orders.ts'
import { BOOKS, cartOf, ORDERS, ordersOf, readerOf } from '../server/tags.ts'
import { deliveries, shippingFor, type Delivery } from '../shipping.ts'

export const meta: MetaFunction = () => ({ title: 'Check out · Quire Books' })

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'Check out', to: routes.checkout.index.href() }),
}

export const reads: ShopReads = ({ context }) => [BOOKS, cartOf(context), readerOf(context)]

export async function loader({ context }: Args) {
  const cart = await readCart(context.get(Database), context.get(Session))
  if (cart.lines.length === 0) return redirect(routes.cart.href())

  const auth = context.get(Auth)
  return json({
    ...cart,
    name: auth.ok ? auth.identity.name : '',
    email: auth.ok ? auth.identity.email : '',
  })
}

/** A form that is sent twice, and a cart that is sent from two tabs, is one order. */
export const once = true

export async function action({
  input,
  context,
  once,
  writes,
}: WriterArgs<typeof routes.checkout.action>) {
  const db = context.get(Database)
  const session = context.get(Session)
  const auth = context.get(Auth)
  const cartId = session.get('cartId')

  try {
    const { number, ordered } = await db.transaction((tx) =>
      once(
        tx.place,
        async () => {
          const cart = await readCart(tx, session)
          if (cart.lines.length === 0) throw redirect(routes.cart.href(), 303)

          const user = auth.ok ? auth.identity.id : null
          const number = await placeOrder(tx, user, cart, input.body)
          return { number, ordered: { id: cartId, items: session.get('cart') ?? {} } }
        },
        cartId,
      ),
    )
    writes(BOOKS, cartOf(context), ordersOf(context), ORDERS) // The stock is less now.
    removeOrdered(session, ordered) // Done for each repeat, so a lost response loses nothing.
    session.set('lastOrder', number)
    session.flash('message', 'Thank you! Your order is in good hands.')

    return redirect(routes.order.href({ number }), 303)
  } catch (error) {
    if (!(error instanceof OutOfStockError)) throw error
    return invalid({ '': `${error.message}. Please change your cart.` })
  }
}

export default function Checkout() {
  const { lines, total, ...values } = useLoaderData<typeof loader>()
  const { form, fields, error } = useFields<typeof routes.checkout.action>({ values })
  const { state, submission, isRetrying } = useTransition()
  const draft = useDraft(form.id)
  const [chosen, setChosen] = useState<string>()
  const kept = draft?.texts.get('delivery')?.[0]
  const delivery = (chosen ?? kept ?? fields.delivery.value) as Delivery
  const shipping = shippingFor(delivery, total)
  const isSending = state !== 'idle' && submission !== undefined

  return (
    <div className="page">
      <h1>Check out</h1>
      <Form className="checkout" method="post" {...form} onReset={() => setChosen(undefined)}>
        <div>
          <ErrorSummary error={error} fields={fields} />
          <fieldset>
            <legend>Where to</legend>
            <Field of={fields.email} />
            <Field of={fields.name} />
            <Field of={fields.street} />
            <div className="row">
              <Field of={fields.postcode} />
              <Field of={fields.city} />
            </div>
          </fieldset>
          <fieldset>
            <legend>How</legend>
            {fields.delivery.options.map((value) => (
              <label className="option" key={value}>
                <input {...fields.delivery.option(value)} onChange={() => setChosen(value)} />
                <span>
                  {deliveries[value].label}
                  <small>{deliveries[value].note}</small>
                </span>
                <span className="price">{formatShipping(shippingFor(value, total))}</span>
              </label>
            ))}
            <p className="field-error" {...fields.delivery.error} />
          </fieldset>
        </div>
        <aside className="panel summary" aria-label="Your order">
          <ul className="summary-lines">
            {lines.map(({ book, quantity }) => (
              <li key={book.id}>
                <span>
                  {quantity} × {book.title}
                </span>
                <span>{formatPrice(quantity * book.price)}</span>
              </li>
            ))}
          </ul>
          <dl>
            <div>
              <dt>Shipping</dt>
              <dd>{formatShipping(shipping)}</dd>
            </div>
            <div className="sum">
              <dt>Total</dt>
              <dd>{formatPrice(total + shipping)}</dd>
            </div>
          </dl>
          <div className="field">
            <label className="choice">
              <input {...fields.terms.input} />
              <span>I know that this is a demo: nothing is sent and nothing is charged.</span>
            </label>
            <p className="field-error" {...fields.terms.error} />
          </div>
          <Kept draft={draft} />
          <button className="button wide" disabled={isSending}>
            {isRetrying ? 'Still sending …' : isSending ? 'Placing your order…' : 'Place order'}
          </button>
        </aside>
      </Form>
    </div>
  )
}
