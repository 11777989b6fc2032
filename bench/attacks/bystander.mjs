// A child process that is somebody else's client, as a file of `bystanders` says. It begins and ends when asked, and
// tells how long requests took, by what they asked for.
const { start } = await import(`./bystanders/${process.argv[2]}.mjs`)

let stop = null
process.on('message', async message => {
  if (message.begin) {
    stop = start(message.port)
    process.send('begun')
  } else process.send(await stop())
})
process.send('ready')
