// Takes screenshots of the main pages: `node demos/bookstore/e2e/screenshots.ts <folder> [page,page]`. With `docs` in place of
// a folder, it writes the picture of docs/drafts.md.
import { join } from 'node:path'
import { adminPassword, startShop } from './support/shop.ts'
import { createVisitor, launchBrowser, type Visitor } from './support/visitor.ts'

const [folder = '.', only] = process.argv.slice(2)
const sizes = { phone: { width: 400, height: 844 }, desktop: { width: 1280, height: 860 } }
const guestPages = {
  home: '/',
  catalogue: '/books?genre=Mystery&genre=Nature',
  book: '/books/the-salt-ledger',
  login: '/login',
  signup: '/signup',
  reset: '/reset',
  'mail-sent': '/mail-sent',
  'old-link': '/welcome',
  cart: '/cart',
  checkout: '/checkout',
  missing: '/nothing',
}
const adminPages = {
  account: '/account',
  settings: '/account/settings',
  security: '/account/security',
  admin: '/admin/books',
  edit: '/admin/books/1/edit',
}

const [shop, browser] = await Promise.all([startShop(), launchBrowser()])
try {
  if (folder === 'docs') await takeDraft(await createVisitor(browser, shop.url))
  for (const [size, viewport] of folder === 'docs' ? [] : Object.entries(sizes)) {
    const visitor = await createVisitor(browser, shop.url)
    await visitor.page.setViewportSize(viewport)
    await fillCart(visitor)
    await takePictures(visitor, size, guestPages)
    await logIn(visitor)
    await takePictures(visitor, size, adminPages)
  }
} finally {
  await browser.close()
  await shop.close()
}

async function takePictures(
  { page }: Visitor,
  size: string,
  pages: Record<string, string>,
): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    if (only && !only.split(',').includes(name)) continue
    await page.goto(path, { waitUntil: 'networkidle' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) })
    }
  }
}

async function fillCart({ page, open, sees }: Visitor): Promise<void> {
  for (const slug of ['the-salt-ledger', 'moss-a-slow-biography']) {
    await open(`/books/${slug}`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await sees('In your cart')
  }
}

async function logIn({ page, open, isAt }: Visitor): Promise<void> {
  await open('/login')
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password').fill(adminPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await isAt('/account')
}

/** Types a review, ends the session, sends the review and logs in again. */
async function takeDraft({ context, page, open, isAt, sees }: Visitor): Promise<void> {
  const path = '/books/the-patient-stove'
  const logIn = async (): Promise<void> => {
    await page.getByLabel('Email').fill('reader@example.com')
    await page.getByLabel('Password').fill('a quiet evening')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await isAt(path)
  }
  await page.setViewportSize({ width: 1120, height: 620 })
  await open(`/login?next=${path}`)
  await logIn()
  await page
    .getByLabel('Your words')
    .fill('I read it twice: once for the story, and once for the stove. Now the kitchen is warm.')
  await page.getByRole('radio', { name: '5' }).check()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Publish' }).click()
  await isAt(/^\/login/)
  await logIn()
  await sees('We kept what you typed.')
  await page.waitForLoadState('networkidle')
  await page.locator('#reviews').evaluate((reviews) => reviews.scrollIntoView())
  const pictures = join(import.meta.dirname, '../../../docs/pictures')
  await page.screenshot({ path: join(pictures, 'drafts-light.png') })
}
