// A child process that acts as a client alongside the attackers. The client sends the requests that a file in
// `bystanders` defines. It starts when the process receives the first message. After the second message, it stops, and
// the process replies with the durations by request name.
const { start } = await import(`./bystanders/${process.argv[2]}.mjs`)

let stop = null
process.on('message', async message => {
  if (message.begin) {
    stop = start(message.port)
    process.send('begun')
  } else process.send(await stop())
})
process.send('ready')
