// SPDX-License-Identifier: Apache-2.0
// bridge.mjs PROGRAM: HTTP in front of `aicalc mcp` for clients that know nothing else: a process for each session. Prints its port.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

const sessions = new Map()
const open = async () => {
    const http = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID, onsessioninitialized: id => { sessions.set(id, http) } })
    const server = new StdioClientTransport({ command: process.argv[2], args: ['mcp'] })
    http.onmessage = message => { server.send(message) }
    http.onclose = () => { server.close() }
    server.onmessage = message => { http.send(message, { relatedRequestId: message.id }) }
    await Promise.all([server.start(), http.start()])
    return http
}
const bridge = createServer(async (request, response) => {
    const known = sessions.get(request.headers['mcp-session-id'])
    await (known ?? await open()).handleRequest(request, response)
})
bridge.listen(0, '127.0.0.1', () => console.log(bridge.address().port))
