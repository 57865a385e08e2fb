// What parses a PDF, in a worker of its own: a module that the bundler finds by this file.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
