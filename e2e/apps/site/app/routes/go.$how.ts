import { redirect, type LoaderArgs } from 'framework'

const targets: Record<string, () => Response> = {
  '301': () => redirect('/landed?from=301', 301),
  chain: () => redirect('/go/302'),
  '302': () => redirect('/landed?from=chain#end'),
  slashes: () => redirect('//landed?from=slashes'),
}

export function loader({ params }: LoaderArgs<'/go/:how'>) {
  const target = targets[params.how]
  if (!target) throw new Response('no such redirect', { status: 404 })
  throw target()
}
