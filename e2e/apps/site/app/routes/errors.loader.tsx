export function loader(): never {
  throw new Error('a secret of the loader')
}

export default function LoaderFails() {
  return <p>never shown</p>
}
