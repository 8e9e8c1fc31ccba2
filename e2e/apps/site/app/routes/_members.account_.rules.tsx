export default function Rules() {
  return <h1>Rules for members</h1>
}
