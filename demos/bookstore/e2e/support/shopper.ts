import { readMails } from './mailbox.ts'
import { MAX_QUANTITY } from '../../app/server/cart.ts'
import { createRandom } from '../../app/server/random.ts'

/** An order that was sent, until the shop responded. */
export interface SentOrder {
  /** No other order of this shopper has it. */
  readonly street: string
  /** The quantities that each book may have in it, by the id of the book. */
  readonly lines: ReadonlyMap<number, ReadonlySet<number>>
  /** `undefined` if every response with it was lost. */
  number?: string
  /** Whether the order was placed: a response said so, or the cart was empty afterwards. Otherwise it was refused. */
  isPlaced: boolean
}

export interface SentReview {
  readonly slug: string
  readonly text: string
  isAcknowledged: boolean
}

/** A customer without a browser, who notes what was sent and what the shop has acknowledged. */
export interface Shopper {
  readonly email: string
  readonly orders: readonly SentOrder[]
  readonly reviews: readonly SentReview[]
  /** The quantities that each book may have in the cart, by its id. More than one only if it is scarce. */
  readonly cart: ReadonlyMap<number, ReadonlySet<number>>
  /** Signs up, and shops until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
  /** Reads a page, again and again until the shop sends it. */
  read(path: string): Promise<string>
}

export interface ShopperOptions {
  url: string
  seed: string
  /** Where the shop's data is, with its mails. */
  directory: string
  /** The slugs of all books. The first one has the id 1. */
  slugs: readonly string[]
  /** Books with few copies. A cart never has more of them than the shelf. */
  scarce: ReadonlySet<number>
  /** Called for every write that the shop acknowledges. */
  onAcknowledged: () => void
}

export function createShopper(options: ShopperOptions): Shopper {
  const { url, seed, directory, slugs, scarce, onAcknowledged } = options
  const random = createRandom(seed)
  const pick = (count: number): number => Math.floor(random() * count)
  const email = `${seed}@example.com`
  const password = 'long enough for anybody'
  const cart = new Map<number, Set<number>>()
  const orders: SentOrder[] = []
  const reviews: SentReview[] = []
  const unreviewed = [...slugs]
  const cookies = new Map<string, string>()

  return {
    email,
    orders,
    reviews,
    cart,
    read,
    async run(signal) {
      await signUp()
      while (!signal.aborted) {
        const step = pick(10)
        if (step < 6) await putIntoCart(1 + pick(slugs.length), 1 + pick(3))
        else if (step < 8) await order()
        else await review()
      }
    },
  }

  /** Sends a form, or gets a page. A 5xx or no response at all is `undefined`: what it did is not known. */
  async function send(path: string, form?: Record<string, string>) {
    try {
      const response = await fetch(url + path, {
        headers: { Cookie: [...cookies.values()].join('; ') },
        redirect: 'manual',
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      const text = await response.text()
      if (response.status >= 500) return await fail()
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';', 1)
        cookies.set(pair.split('=', 1)[0]!, pair)
      }
      if (form && response.status === 303) onAcknowledged()
      return { status: response.status, text, location: response.headers.get('Location') ?? '' }
    } catch {
      return fail() // The connection broke.
    }
  }

  /** Leaves the processor to what is starting again. */
  async function fail(): Promise<undefined> {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  /** A redirect to somewhere else, such as the login, means that the shop has forgotten the shopper. */
  function check(response: Awaited<ReturnType<typeof send>>, location: string): void {
    if (response && response.location !== location) {
      throw new Error(`Expected ${location}, got ${response.status} ${response.location}`)
    }
  }

  async function read(path: string): Promise<string> {
    for (;;) {
      const response = await send(path)
      if (response?.status === 200) return response.text
      if (response) throw new Error(`${path}: ${response.status} ${response.location}`)
    }
  }

  /** If a response was lost, there may be an account already. A process may be killed before it has sent its mail. */
  async function signUp(): Promise<void> {
    for (;;) {
      await send('/signup', { email })
      const mails = await readMails(directory, email)
      const welcome = mails.find(({ link }) => link.startsWith('/welcome'))
      const form = { name: seed, password }
      if (welcome && (await send(welcome.link, form))?.status === 303) return
      if ((await send('/login', { email, password }))?.status === 303) return
    }
  }

  /** Adds a book, or sets the quantity of a scarce one. Sends the form until a response arrives: it has one effect. */
  async function putIntoCart(book: number, quantity: number): Promise<void> {
    const isScarce = scarce.has(book)
    const form = {
      _once: crypto.randomUUID(),
      book: String(book),
      quantity: String(quantity),
      intent: isScarce ? 'set' : 'add',
    }
    check(await sendUntilReceived('/cart', form), '/cart')
    const [before = 0] = cart.get(book) ?? []
    const results = isScarce
      ? Array.from({ length: quantity + 1 }, (_, fewer) => fewer)
      : [Math.min(before + quantity, MAX_QUANTITY)]
    cart.set(book, new Set(results))
  }

  async function sendUntilReceived(path: string, form: Record<string, string>) {
    for (;;) {
      const response = await send(path, form)
      if (response) return response
    }
  }

  /** If a response is lost, sends the form again, or loads the page and sends a new form: it is one order either way. */
  async function order(): Promise<void> {
    const lines = new Map(Array.from(cart, ([book, quantities]) => [book, new Set(quantities)]))
    const sent: SentOrder = { street: `Quay ${orders.length + 1}`, lines, isPlaced: false }
    let form = await openCheckout(sent)
    if (!form) return // The cart is empty.

    orders.push(sent)
    while (form) {
      const response = await send('/checkout', form)
      if (!response) {
        if (pick(3) === 0) form = await openCheckout(sent)
      } else if (response.location.startsWith('/orders/')) {
        sent.number = response.location.slice('/orders/'.length)
        break
      } else if (response.location === '/cart') {
        break
      } else if (response.text.includes('Not enough copies')) {
        for (const book of scarce) await putIntoCart(book, 0)
        return
      } else {
        throw new Error(`/checkout: ${response.status} ${response.text}`)
      }
    }
    sent.isPlaced = true
    cart.clear()
  }

  /** Returns the fields of the checkout with the key of a new form, or `undefined` if the cart is empty. */
  async function openCheckout({ street }: SentOrder): Promise<Record<string, string> | undefined> {
    for (;;) {
      const page = await send('/checkout')
      if (page?.location === '/cart') return
      const form = page?.text.slice(page.text.indexOf('class="checkout"'))
      const key = /name="_once" value="([^"]+)"/.exec(form ?? '')?.[1]
      if (page && key === undefined) throw new Error(`/checkout: ${page.status} ${page.text}`)
      if (key === undefined) continue
      return {
        _once: key,
        email,
        name: seed,
        street,
        postcode: '1234',
        city: 'Corrin',
        delivery: 'post',
        terms: 'on',
      }
    }
  }

  /** Reviews each book once, so that a command of a killed process, which arrives late, never undoes a later review. */
  async function review(): Promise<void> {
    const [slug] = unreviewed.splice(pick(unreviewed.length), 1)
    if (slug === undefined) return
    const sent = { slug, text: `${seed} has read ${slug}`, isAcknowledged: false }
    reviews.push(sent)
    do {
      const form = { intent: 'save', rating: '4', text: sent.text }
      const response = await send(`/books/${slug}`, form)
      check(response, `/books/${slug}#reviews`)
      sent.isAcknowledged = response !== undefined
    } while (!sent.isAcknowledged && pick(3) > 0)
  }
}
