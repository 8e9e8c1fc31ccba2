import { any, form, get, layout, page, pages, post, resources, route } from 'framework/routes'
import {
  AskForLink,
  bookContracts,
  BookSearch,
  Checkout,
  Login,
  MailedLink,
  NewAccount,
  NewPassword,
  Next,
  PasskeyResponse,
} from './contracts.server.ts'

/** Every URL of the shop. Links, forms, the API and the pages below use it. */
export const routes = route({
  home: '/',
  books: {
    index: any('/books', { search: BookSearch }),
    show: '/books/:slug',
  },
  cart: '/cart',
  checkout: form('checkout', { contract: { body: Checkout } }),
  order: '/orders/:number',
  printedOrder: '/orders/:number/print',
  signup: form('signup', { contract: { search: Next, body: AskForLink } }),
  welcome: form('welcome', { contract: { search: MailedLink, body: NewAccount } }),
  reset: form('reset', { contract: { body: AskForLink } }),
  newPassword: form('new-password', { contract: { search: MailedLink, body: NewPassword } }),
  mailSent: '/mail-sent',
  login: form('login', { contract: { search: Next, body: Login } }),
  provider: {
    start: post('/login/provider'),
    connect: post('/account/provider'),
    finish: get('/login/provider/callback'),
    finishConnect: get('/account/provider/callback'),
  },
  passkeys: {
    options: post('/passkeys/options'),
    create: post('/passkeys', { body: PasskeyResponse, accepts: ['json'] }),
    loginOptions: post('/login/passkey/options'),
    login: post('/login/passkey', { search: Next, body: PasskeyResponse, accepts: ['json'] }),
  },
  logout: post('/logout'),
  account: {
    index: '/account',
    settings: '/account/settings',
    security: '/account/security',
    address: form('account/address', { contract: { search: MailedLink } }),
  },
  admin: { index: '/admin', books: resources('admin/books'), orders: '/admin/orders' },
  cover: get('/covers/:slug.svg'),
  uploadedCover: get('/covers/:name'),
  api: {
    books: resources('api/books', {
      only: ['index', 'show', 'create', 'update', 'destroy'],
      param: 'slug',
      contracts: bookContracts,
    }),
  },
  missing: '/*',
})

/** The pages and how they are nested. */
export default pages([
  page(routes.home, './pages/home.tsx'),
  layout('./pages/books/layout.tsx', [
    page(routes.books.index, './pages/books/index.tsx'),
    page(routes.books.show, './pages/books/show.tsx'),
  ]),
  page(routes.cart, './pages/cart.tsx'),
  page(routes.checkout, './pages/checkout.tsx'),
  page(routes.order, './pages/order.tsx'),
  page(routes.printedOrder, './pages/printed-order.tsx'),
  page(routes.signup, './pages/signup.tsx'),
  page(routes.welcome, './pages/welcome.tsx'),
  page(routes.reset, './pages/reset.tsx'),
  page(routes.newPassword, './pages/new-password.tsx'),
  page(routes.mailSent, './pages/mail-sent.tsx'),
  page(routes.login, './pages/login.tsx'),
  layout('./pages/account/layout.tsx', [
    page(routes.account.index, './pages/account/orders.tsx'),
    page(routes.account.settings, './pages/account/settings.tsx'),
    page(routes.account.security, './pages/account/security.tsx'),
    page(routes.account.address, './pages/account/address.tsx'),
  ]),
  layout('./pages/admin/layout.tsx', [
    page(routes.admin.index, './pages/admin/index.tsx'),
    page(routes.admin.books.index, './pages/admin/books.tsx'),
    page(routes.admin.books.new, './pages/admin/new.tsx'),
    page(routes.admin.books.show, './pages/admin/book.tsx'),
    page(routes.admin.books.edit, './pages/admin/edit.tsx'),
    page(routes.admin.orders, './pages/admin/orders.tsx'),
  ]),
  page(routes.missing, './pages/missing.tsx'),
])
