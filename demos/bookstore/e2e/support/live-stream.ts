/** Opens the stream of a live page as a browser does that shows the page. */
export async function openLiveStream(
  send: (path: string) => Promise<Response>,
  path: string,
  routeId: string,
): Promise<Response> {
  const data = await (await send(`${path}?_data=${routeId}`)).text()
  const [line = ''] = data.split('\n') // The deferred values follow.
  const { reads, live } = (JSON.parse(line) as Record<string, { reads: string; live: number }>)[
    routeId
  ]!
  const have = `${encodeURIComponent(routeId)}~${reads}`

  return send(`${path}?_data=;live=${live};tab=a-tab-of-test;have=${have}`)
}
