export default function RenderFails(): never {
  throw new Error('a secret of the render')
}
