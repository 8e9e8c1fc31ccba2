import { groups } from './cases.ts'
import type { RuntimeName } from './target.ts'

/** Cases in which a runtime behaves differently, and why. */
export interface Difference {
  readonly reason: string
  /** The names of the cases. */
  readonly cases: readonly string[]
}

const absoluteTargets = namesLike(/^the target http.*whatever Host says$/i)
const noBodyLimit = [
  'a body one byte over the limit is refused',
  'a chunked body one byte over the limit is refused',
  'a chunked body over the limit is refused when it is read as text',
  'a length over the limit is refused before the body is sent',
  'a length over the limit is refused without 100 Continue',
  'a client that keeps sending over the limit still reads the 413',
]
const lateFailures = ['a stream that fails before its first piece gets a 500 without details']
const textStreams = ['a stream of text instead of bytes gets a 500 without details']

export const differences: Readonly<Record<RuntimeName, readonly Difference[]>> = {
  'Node HTTP/1.1': [
    { reason: 'its parser accepts only known methods', cases: ['BREW reaches the app'] },
  ],
  'Node HTTP/2': [],
  Bun: [
    { reason: 'its parser accepts only known methods', cases: ['BREW reaches the app'] },
    { reason: 'a request without Host has no absolute URL', cases: ['HTTP/1.0 needs no Host'] },
    {
      reason: 'it takes the host from Host, even if the target is absolute',
      cases: [
        ...absoluteTargets,
        'an absolute target with credentials is refused',
        'an absolute target without a host is refused',
      ],
    },
    { reason: 'it ignores a fragment in a target', cases: ['a target with a fragment is refused'] },
    { reason: 'it adds a charset to the type of JSON', cases: ['the type of JSON leaves'] },
    {
      reason: 'it sends connection headers as the handler wrote them',
      cases: ['a handler cannot speak for the connection'],
    },
    {
      reason: 'it sends 100 Continue before the handler runs',
      cases: [
        '100 Continue is not sent when the app does not read the body',
        'a length over the limit is refused without 100 Continue',
      ],
    },
    { reason: 'it ignores unknown expectations', cases: ['an unknown expectation is refused'] },
    {
      reason: 'it closes at once on a body over the limit, which can outrun the 413',
      cases: [
        'a client that keeps sending over the limit still reads the 413',
        'a body one byte over the limit is refused',
        'a chunked body one byte over the limit is refused',
        'a chunked body over the limit is refused when it is read as text',
      ],
    },
    {
      reason: 'it keeps reading a body that the handler does not read',
      cases: ['an unread endless chunked body ends with the connection'],
    },
    { reason: 'it writes its own reason phrases', cases: ['an unusual reason phrase leaves'] },
    {
      reason: 'it sends a stream that is ready with its own length',
      cases: [
        'a stream shorter than its length is cut off',
        'a stream longer than its length does not spill into the next response',
      ],
    },
    { reason: 'it closes the connection when a stream fails', cases: lateFailures },
    { reason: 'it sends text in a stream as UTF-8', cases: textStreams },
    {
      reason: 'it treats a truncated chunked body as complete',
      cases: [
        'reading a chunked body fails when the client leaves in the middle of it',
        'reading a chunked body fails when the client resets in the middle of it',
      ],
    },
    {
      reason: 'it closes without sending Connection: close',
      cases: ['Connection: close is honoured'],
    },
    {
      reason: 'it handles pipelined requests only if each response is ready at once',
      cases: [
        'a quick request behind a slow one waits for it',
        'ten requests in one packet get ten responses in order',
      ],
    },
    {
      reason: 'its parser does not accept an empty line before a request',
      cases: ['empty lines before a request are skipped'],
    },
  ],
  Deno: [
    {
      reason: 'it closes a connection whose request was not read to its end',
      cases: [
        'the next request is seen after a body that was cancelled',
        'the next request is seen after a body that was read only up to its first piece',
      ],
    },
    { reason: 'it upper-cases the method', cases: ['a method in lower case is not GET'] },
    {
      reason: 'its request.url is the target as it was sent',
      cases: [
        'a target with a fragment is refused',
        'the target * is refused',
        'an absolute target without a host is refused',
      ],
    },
    { reason: 'it does not ask for a Host', cases: ['HTTP/1.1 without Host is refused'] },
    {
      reason: 'it sends connection headers as the handler wrote them',
      cases: ['a handler cannot speak for the connection'],
    },
    {
      reason: 'it sends 100 Continue before the handler runs',
      cases: ['100 Continue is not sent when the app does not read the body'],
    },
    { reason: 'it ignores unknown expectations', cases: ['an unknown expectation is refused'] },
    { reason: 'it has no body limit; form data has its own', cases: noBodyLimit },
    {
      reason: 'it keeps reading a body that the handler does not read',
      cases: ['an unread endless chunked body ends with the connection'],
    },
    {
      reason: 'it sends 400 where 431 is meant',
      cases: [
        'headers of 100,000 bytes are refused',
        'a target of 100,000 bytes is refused',
        'too many headers are refused',
      ],
    },
    {
      reason: 'a broken chunk reaches the handler as a failed read',
      cases: ['chunk extensions without end are refused'],
    },
    {
      reason: 'it announces a chunked body with 205 and sends none',
      cases: ['status 205 has no body'],
    },
    { reason: 'it writes its own reason phrases', cases: ['an unusual reason phrase leaves'] },
    {
      reason: 'it closes the connection when a stream fails',
      cases: [...lateFailures, ...textStreams],
    },
    {
      reason: 'it closes the connection after an unread body',
      cases: ['the next request is seen after an unread body'],
    },
  ],
  workerd: [
    { reason: 'CONNECT goes to another handler', cases: ['CONNECT is refused'] },
    { reason: 'its parser accepts only known methods', cases: ['BREW reaches the app'] },
    {
      reason: 'its request.url is the target as it was sent, behind the value of Host',
      cases: [
        'the target /echo/"<> is /echo/%22%3C%3E',
        ...absoluteTargets,
        'a target with a fragment is refused',
        'a target without a slash is refused',
        'an authority as target is refused',
        'a file: target is refused',
        'an ftp: target is refused',
        'an absolute target with credentials is refused',
      ],
    },
    { reason: 'it refuses a request without Host', cases: ['HTTP/1.0 needs no Host'] },
    {
      reason: 'its headers are UTF-8',
      cases: ['a Latin-1 value arrives', 'a Latin-1 header leaves'],
    },
    {
      reason: 'it joins repeated cookies with a comma',
      cases: ['a Cookie in two headers arrives'],
    },
    { reason: 'it sends a repeated header several times', cases: ['a repeated header leaves'] },
    {
      reason:
        'it prefers Transfer-Encoding to Content-Length; a proxy in front refuses both together',
      cases: ['Content-Length and Transfer-Encoding together are refused'],
    },
    {
      reason: 'a broken chunk reaches the handler as a failed read',
      cases: [
        'an invalid chunk size is refused',
        'a chunk longer than its size is refused',
        'chunk extensions without end are refused',
      ],
    },
    { reason: 'it ignores unknown expectations', cases: ['an unknown expectation is refused'] },
    {
      reason: 'it has no body limit; form data has its own, and the platform has one in front',
      cases: noBodyLimit,
    },
    {
      reason: 'it accepts larger headers',
      cases: ['headers of 100,000 bytes are refused', 'too many headers are refused'],
    },
    {
      reason: 'it frames a stream itself and ignores its Content-Length',
      cases: [
        'a stream with its true length keeps it',
        'a stream shorter than its length is cut off',
        'a stream longer than its length does not spill into the next response',
      ],
    },
    {
      reason: 'it ends the handler when the client disconnects',
      cases: [
        'reading a body fails when the client leaves in the middle of it',
        'reading a body fails when the client resets in the middle of it',
        'reading a chunked body fails when the client leaves in the middle of it',
        'reading a chunked body fails when the client resets in the middle of it',
      ],
    },
    {
      reason: 'it does not treat a half-closed connection as a disconnect',
      cases: ['the signal aborts when the client leaves'],
    },
    { reason: 'it closes the connection when a stream fails', cases: lateFailures },
    { reason: 'it sends text in a stream as UTF-8', cases: textStreams },
    {
      reason: 'it closes the connection after a body that was not read to its end',
      cases: [
        'an unread endless chunked body ends with the connection',
        'the next request is seen after an unread body',
        'the next request is seen after a body that was cancelled',
        'the next request is seen after a body that was read only up to its first piece',
      ],
    },
  ],
}

/** Returns why a runtime differs in a case, or `undefined` if it does not. */
export function reasonOf(runtime: RuntimeName, name: string): string | undefined {
  return differences[runtime].find(({ cases }) => cases.includes(name))?.reason
}

function namesLike(pattern: RegExp): string[] {
  return groups.flatMap(({ cases }) =>
    cases.map(({ name }) => name).filter((name) => pattern.test(name)),
  )
}
