import { describe, expect, it } from 'vitest'
import { createOldApp, move, moveModule, reactRouter, remix } from './old-app.fixture.ts'

const path = 'app/routes/about.tsx'

const moveAbout = (code: string): Promise<string> => moveModule(code, path, reactRouter)

const leftIn = async (code: string, app = reactRouter): Promise<string[] | undefined> =>
  (await move(createOldApp({ ...app, [path]: code }))).report?.left.map(
    ({ line, text }) => `${line} ${text}`,
  )

describe('migrate: the props of a component', () => {
  it('on one line, without semicolons, become hooks on lines of their own', async () => {
    expect(
      await moveAbout(
        'export const loader = () => 1\nexport default function About({ loaderData }) { return <p>{loaderData}</p> }\n',
      ),
    ).toContain(
      [
        'export default function About() {',
        '  const loaderData = useLoaderData<typeof loader>()',
        '  return <p>{loaderData}</p> }',
      ].join('\n'),
    )
    expect(
      await moveAbout('export default function About({ params }) {/* Why */ return params.id }\n'),
    ).toContain(
      "{\n  const params = useParams<LoaderArgs<'/about'>['params']>()\n  /* Why */ return",
    )
  })

  it.each([': any', ': { loaderData: number }', ': Props'])(
    'become hooks if the app gave them a type%s',
    async (type) => {
      const code = await moveAbout(
        `type Props = any\nexport const loader = () => 1\nexport default function About({ loaderData }${type}) {\n  return loaderData\n}\n`,
      )
      expect(code).toContain(
        'function About() {\n  const loaderData = useLoaderData<typeof loader>()\n  return',
      )
    },
  )

  it('become hooks if they have one name', async () => {
    expect(
      await moveAbout('export default function About(props: any) {\n  return props.params.id\n}\n'),
    ).toContain("const props = { params: useParams<LoaderArgs<'/about'>['params']>() }")
  })

  it('are listed if they cannot become hooks', async () => {
    const listed = ['1 A component has no props here: call hooks instead of reading these.']
    const withProps = (props: string): string => `export default function About(${props}) {}\n`
    expect(await leftIn(withProps('{ loaderData = 1 }: any'))).toEqual(listed)
    expect(await leftIn(withProps('{ loaderData, ...rest }'))).toEqual(listed)
    expect(await leftIn('export default (props: any) => <Page {...props} />\n')).toEqual(listed)
    expect(await leftIn(withProps('{}'))).toEqual([])
    // Remix gave no props.
    expect(await leftIn(withProps('{ open = true }: Props'), remix)).toEqual([])
  })
})

describe('migrate: the props of an error boundary', () => {
  it('become hooks, except the error', async () => {
    const code = await moveAbout(
      [
        "import type { Route } from './+types/about'",
        'export const loader = () => 1',
        'export function ErrorBoundary({ error, loaderData, params }: Route.ErrorBoundaryProps) {',
        '  return [error, loaderData, params.id]',
        '}',
        'export default () => null',
        '',
      ].join('\n'),
    )
    expect(code).toContain(
      [
        'export function ErrorBoundary({ error }: ErrorBoundaryProps) {',
        '  const loaderData = useLoaderData<typeof loader>()',
        "  const params = useParams<LoaderArgs<'/about'>['params']>()",
        '  return [error, loaderData, params.id]',
      ].join('\n'),
    )
  })

  it('become hooks without a type, and without the error', async () => {
    const code = await moveAbout(
      'export const ErrorBoundary = ({ actionData }) => actionData\nexport default () => null\n',
    )
    expect(code).toContain(
      '() => {\n  const actionData = useActionData<any>()\n  return actionData\n}',
    )
    const typed = await moveAbout(
      "import type { Route } from './+types/about'\nexport function ErrorBoundary({ params }: Route.ErrorBoundaryProps) {\n  return params.id\n}\nexport default () => null\n",
    )
    expect(typed).toContain('ErrorBoundary() {\n  const params = useParams')
    expect(typed).not.toContain('ErrorBoundaryProps')
  })

  it('stay if it only reads the error, and are listed if it passes them on', async () => {
    const boundary = (code: string): string =>
      `export function ErrorBoundary(${code}\nexport default () => null\n`
    expect(await leftIn(boundary('{ error }: any) { return error }'))).toEqual([])
    expect(await leftIn(boundary('props: any) { return props.error }'))).toEqual([])
    expect(await leftIn(boundary('props: any) { return props.params }'))).toEqual([
      '1 A component has no props but error here: call hooks instead of reading these.',
    ])
  })
})
