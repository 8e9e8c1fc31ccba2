// Takes screenshots of the main pages: `node demos/bookstore/e2e/screenshots.ts <folder> [page,page]`.
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
  for (const [size, viewport] of Object.entries(sizes)) {
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
