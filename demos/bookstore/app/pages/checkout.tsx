import {
  Form,
  json,
  redirect,
  useActionData,
  useLoaderData,
  useTransition,
  type MetaFunction,
} from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import { writes } from 'framework/tags'
import { useState } from 'react'
import type { CrumbHandle } from '../components/breadcrumbs.tsx'
import { ErrorSummary } from '../components/error-summary.tsx'
import { describedBy, Field, FieldError } from '../components/field.tsx'
import { formatPrice, formatShipping } from '../format.ts'
import { routes } from '../routes.ts'
import { readCart } from '../server/cart.ts'
import type { Args } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { OutOfStockError, placeOrder, readCheckout, type CheckoutErrors } from '../server/orders.ts'
import { deliveries, shippingFor, type Delivery } from '../shipping.ts'

export const meta: MetaFunction = () => ({ title: 'Check out · Quire Books' })

export const handle: CrumbHandle = {
  crumb: () => ({ label: 'Check out', to: routes.checkout.index.href() }),
}

export function loader({ context }: Args) {
  const cart = readCart(context.get(Database), context.get(Session))
  if (cart.lines.length === 0) return redirect(routes.cart.href())

  const auth = context.get(Auth)
  return json({
    ...cart,
    name: auth.ok ? auth.identity.name : '',
    email: auth.ok ? auth.identity.email : '',
    key: crypto.randomUUID(),
  })
}

export async function action({ request, context }: Args) {
  const db = context.get(Database)
  const session = context.get(Session)
  const auth = context.get(Auth)
  const cart = readCart(db, session)
  if (cart.lines.length === 0) return redirect(routes.cart.href(), 303)

  const form = await request.formData()
  const key = String(form.get('key') ?? '')
  const { fields, errors } = readCheckout(form)
  if (Object.keys(errors).length > 0 || key === '') return refuse('Please look at these again.')

  try {
    const number = placeOrder(db, key, auth.ok ? auth.identity.id : null, cart, fields)
    writes(context, 'books')
    session.unset('cart')
    session.set('lastOrder', number)
    session.flash('message', 'Thank you! Your order is in good hands.')

    return redirect(routes.order.href({ number }), 303)
  } catch (error) {
    if (!(error instanceof OutOfStockError)) throw error
    return refuse(`${error.message}. Please change your cart.`)
  }

  function refuse(message: string) {
    return json({ message, errors, fields, key }, 422)
  }
}

export default function Checkout() {
  const { lines, total, name, email, key } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const { state, submission } = useTransition()
  const fields = refusal?.fields ?? { name, email, delivery: 'post' as Delivery }
  const errors: CheckoutErrors = refusal?.errors ?? {}
  const [delivery, setDelivery] = useState<Delivery>(
    fields.delivery in deliveries ? fields.delivery : 'post',
  )
  const shipping = shippingFor(delivery, total)
  const isSending = state !== 'idle' && submission !== undefined

  return (
    <div className="page">
      <h1>Check out</h1>
      <Form className="checkout" method="post" noValidate>
        <div>
          {refusal && <ErrorSummary of={refusal} text={refusal.message} errors={errors} />}
          <input type="hidden" name="key" value={refusal?.key ?? key} />
          <fieldset>
            <legend>Where to</legend>
            <Field
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              defaultValue={fields.email}
              error={errors.email}
            />
            <Field
              label="Name"
              name="name"
              autoComplete="name"
              defaultValue={fields.name}
              error={errors.name}
            />
            <Field
              label="Street and number"
              name="street"
              autoComplete="street-address"
              defaultValue={refusal?.fields.street}
              error={errors.street}
            />
            <div className="row">
              <Field
                label="Postcode"
                name="postcode"
                autoComplete="postal-code"
                defaultValue={refusal?.fields.postcode}
                error={errors.postcode}
              />
              <Field
                label="Town"
                name="city"
                autoComplete="address-level2"
                defaultValue={refusal?.fields.city}
                error={errors.city}
              />
            </div>
          </fieldset>
          <fieldset id="delivery" {...describedBy('delivery', errors.delivery)}>
            <legend>How</legend>
            {Object.entries(deliveries).map(([value, { label, note }]) => (
              <label className="option" key={value}>
                <input
                  type="radio"
                  name="delivery"
                  value={value}
                  checked={delivery === value}
                  onChange={() => setDelivery(value as Delivery)}
                />
                <span>
                  {label}
                  <small>{note}</small>
                </span>
                <span className="price">
                  {formatShipping(shippingFor(value as Delivery, total))}
                </span>
              </label>
            ))}
            <FieldError id="delivery" error={errors.delivery} />
          </fieldset>
          <div className="field">
            <label className="choice">
              <input
                id="terms"
                type="checkbox"
                name="terms"
                value="yes"
                {...describedBy('terms', errors.terms)}
              />
              <span>I know that this is a demo: nothing is sent and nothing is charged.</span>
            </label>
            <FieldError id="terms" error={errors.terms} />
          </div>
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
          <button className="button wide" disabled={isSending}>
            {isSending ? 'Placing your order…' : 'Place order'}
          </button>
        </aside>
      </Form>
    </div>
  )
}
