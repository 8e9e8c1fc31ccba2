import type { LinksFunction } from 'framework'

export const links: LinksFunction = () => [
  { rel: 'preload', as: 'image', href: '/cover.png' },
  { rel: 'preload', as: 'image', imageSrcSet: '/small.png 1x, /large.png 9x', imageSizes: '10px' },
]

export default function Pictures() {
  return <h1>Pictures</h1>
}
