import { tools, toResult, type ToolSource } from './tools.ts'

/** Larger bodies are refused, in bytes. */
const maxBody = 65_536

/**
 * Creates the endpoint for agents. Its package is optional, and is loaded at the first request.
 *
 * @throws {Error} If the package cannot be loaded
 */
export async function createMcp(
  source: ToolSource,
): Promise<(request: Request) => Promise<Response>> {
  const { createMcpHandler, fromJsonSchema, McpServer } =
    await import('@modelcontextprotocol/server')

  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'framework dev', version: '1.0.0' })
      for (const [name, { description, input, required = [], run }] of Object.entries(tools)) {
        const schema = {
          type: 'object' as const,
          properties: input,
          required,
          additionalProperties: false,
        }
        const options = {
          description,
          inputSchema: fromJsonSchema(schema as never),
          annotations: { readOnlyHint: true, openWorldHint: false },
        }
        server.registerTool(name, options, (given: unknown) => {
          try {
            const { text, value } = toResult(run(source, given as Record<string, unknown>))
            return { content: [{ type: 'text' as const, text }], structuredContent: value }
          } catch (error) {
            const { text } = toResult({ error: (error as Error).message })
            return { content: [{ type: 'text' as const, text }], isError: true }
          }
        })
      }
      return server
    },
    { maxRequestBodySize: maxBody },
  )
  return (request) => handler.fetch(request)
}

/** Whether an error says that the package itself is missing, and not something that it imports. */
export function isNotInstalled(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return (
    /^(?:ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND)$/.test(code ?? '') &&
    message.includes('@modelcontextprotocol/server')
  )
}
