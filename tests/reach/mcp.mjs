// SPDX-License-Identifier: Apache-2.0
// mcp.mjs PROGRAM EXAMPLES: the official clients of both kinds of revisions beside the program: the same bytes as the shell's,
// answers that keep their schema, errors that teach.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { Client as Modern } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const program = process.argv[2]
const shell = (...words) => execFileSync(program, words, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
const launch = { command: program, args: ['mcp'], env: { ...process.env, LC_ALL: 'C.UTF-8' } }
const me = { name: 'tests', version: '1' }

/** What both clients see. */
const look = async client => {
    const { tools } = await client.listTools()
    assert.equal(tools.length, 7)
    assert.ok(JSON.stringify({ tools }).length < 16384, 'the list of tools is short')
    const inputs = { model: 'llama-3.1-70b', context: '128Ki', gpu: 'h100-sxm', tp: 4 }
    const words = ['kvcache', '--model', 'llama-3.1-70b', '--context', '128Ki', '--gpu', 'h100-sxm', '--tp', '4']
    const answer = await client.callTool({ name: 'ask', arguments: { calculator: 'kvcache', inputs } })
    assert.equal(answer.content[0].text, shell(...words))
    assert.deepEqual(answer.structuredContent, JSON.parse(shell(...words, '-o', 'json', '--brief')))
    const swept = await client.callTool({ name: 'ask', arguments: { calculator: 'kvcache', inputs: { model: 'llama-3.1-8b', gpu: 'l4' },
        sweep: { context: ['1Ki', '8Ki'] }, fields: ['kv_total'] } })
    assert.equal(swept.structuredContent.cases.length, 2)
    const wrong = await client.callTool({ name: 'ask', arguments: { calculator: 'kvcache', inputs: { modl: 'x' } } })
    assert.ok(wrong.isError && /did you mean '--model'/.test(wrong.content[0].text), wrong.content[0].text)
    const { resources } = await client.listResources()
    assert.ok(resources.length > 20)
    assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 3)
    const page = await client.readResource({ uri: 'aicalc://methods/power' })
    assert.equal(page.contents[0].text, shell('help', '--markdown', 'power'))
    await assert.rejects(client.readResource({ uri: 'aicalc://nothing/power' }), /no resource/)
    await assert.rejects(client.callTool({ name: 'asks', arguments: {} }), /did you mean 'ask'/)
}

const of2025 = new Client(me)
await of2025.connect(new StdioClientTransport(launch))
await look(of2025)
await of2025.ping()
await of2025.close()

const of2026 = new Modern(me, { versionNegotiation: { mode: 'auto' } })
await of2026.connect(new ModernTransport(launch))
assert.equal(of2026.getNegotiatedProtocolVersion(), '2026-07-28')
assert.equal(of2026.getServerVersion().name, 'aicalc')
await look(of2026)
assert.equal((await of2026.listTools()).cacheScope, 'public')
await of2026.close()
console.log('clients of 2025-11-25 and 2026-07-28: the same bytes')
