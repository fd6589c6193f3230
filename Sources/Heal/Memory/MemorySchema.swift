internal import GRDB
internal import Healing

/// The tables, and how a store of an earlier version becomes one of this.
enum MemorySchema {
  /// Makes what is missing of the tables.
  static func prepare(_ pool: DatabasePool) throws {
    let migrator = migrations
    if try pool.read({ try migrator.hasBeenSuperseded($0) }) {
      throw MemoryFailure("the memory was written by a newer version; install that one")
    }
    try migrator.migrate(pool)
  }

  private static var migrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 entries, words, bars") { database in
      try database.execute(
        sql: """
          CREATE TABLE entry (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            fingerprint TEXT NOT NULL,
            outcome TEXT NOT NULL,
            changeDigest TEXT NOT NULL,
            run TEXT NOT NULL,
            milliseconds INTEGER NOT NULL,
            isImported INTEGER NOT NULL,
            vector BLOB NOT NULL,
            document BLOB NOT NULL
          ) STRICT;
          CREATE INDEX entryOutcome ON entry (outcome, isImported, changeDigest);
          CREATE VIRTUAL TABLE words USING fts5(text, tokenize = "unicode61");
          CREATE TABLE bar (
            fingerprint TEXT NOT NULL,
            changeDigest TEXT NOT NULL,
            milliseconds INTEGER NOT NULL,
            document BLOB NOT NULL,
            PRIMARY KEY (fingerprint, changeDigest)
          ) STRICT;
          """)
    }
    migrator.registerMigration("2 embeddings") { database in
      try database.execute(
        sql: """
          CREATE TABLE embedding (
            row INTEGER PRIMARY KEY,
            model TEXT NOT NULL,
            dimension INTEGER NOT NULL,
            vector BLOB NOT NULL
          ) STRICT;
          """)
    }
    // What is there belongs to no scope, and is told to nobody.
    migrator.registerMigration("3 scopes") { database in
      try database.execute(sql: "ALTER TABLE entry ADD COLUMN scope TEXT")
    }
    return migrator
  }
}
