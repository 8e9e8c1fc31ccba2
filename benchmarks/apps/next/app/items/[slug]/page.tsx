import Link from 'next/link'

export default async function Item({ params }: { params: Promise<{ slug: string }> }) {
  return (
    <main>
      <h1>{(await params).slug}</h1>
      <Link href="/">Back</Link>
    </main>
  )
}
