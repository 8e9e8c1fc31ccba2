/** Sends a POST that every runtime must handle, and returns the response. */
export async function postEcho(port: number): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/echo/caf%C3%A9?q=1`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ list: [1, 2, 3] }),
  })
  return { status: response.status, ...((await response.json()) as object) }
}

export const expectedEcho = {
  status: 200,
  name: 'café',
  query: '1',
  type: 'application/json',
  body: { list: [1, 2, 3] },
}
