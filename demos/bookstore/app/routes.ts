import { any, form, get, layout, page, pages, post, resources, route } from 'framework/routes'
import { bookContracts, BookSearch, Checkout, Login, Next, Signup } from './contracts.server.ts'

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
  signup: form('signup', { contract: { search: Next, body: Signup } }),
  login: form('login', { contract: { search: Next, body: Login } }),
  logout: post('/logout'),
  account: {
    index: '/account',
    settings: '/account/settings',
  },
  admin: { books: resources('admin/books'), orders: '/admin/orders' },
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
  page(routes.login, './pages/login.tsx'),
  layout('./pages/account/layout.tsx', [
    page(routes.account.index, './pages/account/orders.tsx'),
    page(routes.account.settings, './pages/account/settings.tsx'),
  ]),
  layout('./pages/admin/layout.tsx', [
    page(routes.admin.books.index, './pages/admin/books.tsx'),
    page(routes.admin.books.new, './pages/admin/new.tsx'),
    page(routes.admin.books.show, './pages/admin/book.tsx'),
    page(routes.admin.books.edit, './pages/admin/edit.tsx'),
    page(routes.admin.orders, './pages/admin/orders.tsx'),
  ]),
  page(routes.missing, './pages/missing.tsx'),
])
