/** The socket's code, in a file of its own: of the library a page gets only what it calls. */
export { io } from 'socket.io-client'
