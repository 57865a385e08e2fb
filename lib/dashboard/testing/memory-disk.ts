/** The disk that a browser lends an origin, in memory, as far as the dashboard uses it. */
export class MemoryDisk {
  readonly folders = new Map<string, Map<string, Uint8Array[]>>();

  keys = async function* (this: MemoryDisk): AsyncGenerator<string> {
    yield* [...this.folders.keys()];
  }.bind(this);

  removeEntry = async (name: string): Promise<void> => {
    this.folders.delete(name);
  };

  getDirectoryHandle = async (name: string) => {
    const files = this.folders.get(name) ?? new Map<string, Uint8Array[]>();
    this.folders.set(name, files);
    return {
      getFileHandle: async (file: string) => {
        files.set(file, []);
        return handleOf(files, file);
      },
      removeEntry: async (file: string) => void files.delete(file),
    };
  };

  /** How many bytes each file of a folder has. */
  sizesIn(folder: string): number[] {
    return [...(this.folders.get(folder)?.values() ?? [])].map((written) => new Blob(parts(written)).size);
  }
}

const parts = (written: readonly Uint8Array[]) => written.map((chunk) => new Uint8Array(chunk));

/** What is written is in the file when the stream is closed. */
function handleOf(files: Map<string, Uint8Array[]>, file: string) {
  return {
    createWritable: async () => {
      const written: Uint8Array[] = [];
      return new WritableStream<Uint8Array>({
        write: (chunk) => void written.push(chunk),
        close: () => void files.set(file, written),
      });
    },
    getFile: async () => new Blob(parts(files.get(file) ?? [])),
  };
}
