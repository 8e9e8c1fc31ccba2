import { createRandom } from '../../app/server/random.ts'

/** An order that was sent. Only an acknowledged one has a number. */
export interface SentOrder {
  readonly key: string
  /** The quantities that each book may have in it, by the id of the book. */
  readonly lines: ReadonlyMap<number, ReadonlySet<number>>
  number?: string
  /** The cart was empty after the order was sent, so it has to be there although no response said so. */
  isPlaced?: boolean
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
  /** The quantities that each book may have in the cart, by its id. More than one only if a response was lost. */
  readonly cart: ReadonlyMap<number, ReadonlySet<number>>
  /** Signs up, and shops until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
  /** Reads a page, again and again until the shop sends it. */
  read(path: string): Promise<string>
}

export interface ShopperOptions {
  url: string
  seed: string
  /** The slugs of all books. The first one has the id 1. */
  slugs: readonly string[]
  /** Books with few copies. A cart never has more of them than the shelf. */
  scarce: ReadonlySet<number>
  /** Called for every write that the shop acknowledges. */
  onAcknowledged: () => void
}

export function createShopper(options: ShopperOptions): Shopper {
  const { url, seed, slugs, scarce, onAcknowledged } = options
  const random = createRandom(seed)
  const pick = (count: number): number => Math.floor(random() * count)
  const email = `${seed}@example.com`
  const account = { name: seed, email, password: 'long enough for anybody' }
  const cart = new Map<number, Set<number>>()
  const orders: SentOrder[] = []
  const reviews: SentReview[] = []
  const unreviewed = [...slugs]
  let cookie = ''

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
        headers: { Cookie: cookie },
        redirect: 'manual',
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      const text = await response.text()
      if (response.status >= 500) return await fail()
      cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
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

  /** If a response was lost, there may be an account already. */
  async function signUp(): Promise<void> {
    for (;;) {
      if ((await send('/signup', account))?.status === 303) return
      if ((await send('/login', account))?.status === 303) return
    }
  }

  async function putIntoCart(book: number, quantity: number): Promise<boolean> {
    const response = await send('/cart', { book: String(book), quantity: String(quantity) })
    const results = scarce.has(book)
      ? Array.from({ length: quantity + 1 }, (_, fewer) => fewer)
      : [quantity]
    const before = response ? [] : (cart.get(book) ?? [0])
    cart.set(book, new Set([...before, ...results]))
    check(response, '/cart')

    return response !== undefined
  }

  async function order(): Promise<void> {
    const page = await send('/checkout')
    const key = /name="key" value="([^"]+)"/.exec(page?.text ?? '')?.[1]
    if (key === undefined) return // The cart is empty, or the shop is down.

    const lines = new Map(Array.from(cart, ([book, quantities]) => [book, new Set(quantities)]))
    const sent: SentOrder = { key, lines }
    orders.push(sent)
    const form = {
      key,
      email,
      name: seed,
      street: 'Quay 1',
      postcode: '1234',
      city: 'Corrin',
      delivery: 'post',
      terms: 'on',
    }
    for (;;) {
      const response = await send('/checkout', form)
      if (!response && pick(3) > 0) continue
      if (!response) {
        // Given up: the order was placed, or not.
        for (const quantities of cart.values()) quantities.add(0)
      } else if (response.location.startsWith('/orders/')) {
        sent.number = response.location.slice('/orders/'.length)
        cart.clear()
      } else if (response.location === '/cart') {
        sent.isPlaced = Array.from(cart.values()).some((quantities) => !quantities.has(0))
        cart.clear()
      } else if (response.text.includes('Not enough copies')) {
        for (const book of scarce) while (!(await putIntoCart(book, 0)));
      } else {
        throw new Error(`/checkout: ${response.status} ${response.text}`)
      }
      return
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
