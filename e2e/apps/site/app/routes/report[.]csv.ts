export function loader() {
  return new Response('a,b\n1,2\n', {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'X-Report': 'yes' },
  })
}
